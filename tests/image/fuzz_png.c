// SPDX-License-Identifier: MIT
//
// libFuzzer target of the PNG reader. Beyond not crashing and not leaking: what is refused has an error, what is read
// is written to a PNG that reads as the same picture.
#include <clothsim/image.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool fact)
{
    if (!fact)
        abort();
}

static void write_file(const char *path, const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    require(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static void use(const cs_image *image, const char *path)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    cs_image *again = NULL;
    require(cs_image_encode_png(image, &bytes, &size) == CS_OK);
    write_file(path, bytes, size);
    free(bytes);
    require(cs_image_read_png(path, NULL, &again) == CS_OK);
    require(cs_image_hash(image) == cs_image_hash(again));
    cs_image_destroy(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/dev/shm/clothsim_fuzz_%ld.png", (long)getpid());
    write_file(path, data, size);
    cs_log *log = cs_log_create();
    cs_image *image = NULL;
    if (cs_image_read_png(path, log, &image) == CS_OK) {
        use(image, path);
        cs_image_destroy(image);
    } else {
        require(cs_log_count(log, CS_ERROR) == 1);
    }
    cs_log_destroy(log);
    remove(path);
    return 0;
}
