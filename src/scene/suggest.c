// SPDX-License-Identifier: MIT
//
// Spelling help. The distance is Damerau-Levenshtein restricted to neighbours (optimal string alignment).
#include "scene/suggest.h"

#include <stdlib.h>
#include <string.h>

// Longer words get no suggestion; the distance takes the square of it.
#define MAX_WORD 40
// A shorter word is part of too many keys to mean one.
#define LEAST_PART 3
// A shorter key says too little about where it belongs.
#define LEAST_HOME 2
// A word with more edits than this may rather be a part of a longer key.
#define SURE_EDITS 1
// Bytes of the user's own text that a message repeats.
#define MAX_QUOTE 60

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c == '-' || c == ' ' ? '_' : c;
}

static int min3(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

int cs_suggest_distance(const char *word, const char *candidate)
{
    int n = (int)strnlen(word, MAX_WORD + 1), m = (int)strnlen(candidate, MAX_WORD + 1);
    if (n == 0 || n > MAX_WORD || m > MAX_WORD) {
        return -1;
    }
    int rows[3][MAX_WORD + 1];
    for (int j = 0; j <= m; j++) {
        rows[0][j] = j;
    }
    for (int i = 1; i <= n; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            char a = lower(word[i - 1]), b = lower(candidate[j - 1]);
            row[j] = min3(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b));
            if (i > 1 && j > 1 && a == lower(candidate[j - 2]) && b == lower(word[i - 2]) &&
                row[j] > second[j - 2] + 1) {
                row[j] = second[j - 2] + 1;
            }
        }
    }
    int longest = n > m ? n : m;
    int allowed = longest <= 3 ? 1 : longest <= 5 ? 2 : 3;
    int distance = rows[n % 3][m];
    return distance <= allowed && distance < longest ? distance : -1;
}

/// Where a key of exactly that name belongs, as a path, written to `path`.
static bool find_home(const cs_section *section, const char *word, cs_text *path)
{
    size_t length = path->length;
    for (int i = 0; i < section->key_count; i++) {
        const cs_key *key = &section->keys[i];
        cs_text_printf(path, "%s%s%s", length > 0 ? "." : "", key->name, key->type == CS_KEY_ARRAY ? "[]" : "");
        if (strcmp(key->name, word) == 0 || (key->section && find_home(key->section, word, path))) {
            return true;
        }
        if (path->failed) {
            return false;
        }
        path->length = length;
        path->bytes[length] = '\0';
    }
    return false;
}

/// The only key of the section that the word is a part of; NULL when there is none, or more than one.
static const cs_key *find_longer(const cs_section *section, int kind, const char *word)
{
    const cs_key *found = NULL;
    for (int i = 0; i < section->key_count && strlen(word) >= LEAST_PART; i++) {
        const cs_key *key = &section->keys[i];
        if (strstr(key->name, word) && (kind < 0 || cs_key_applies(key, kind))) {
            if (found) {
                return NULL;
            }
            found = key;
        }
    }
    return found;
}

static const char *list_keys(cs_arena *arena, const cs_section *section, int kind)
{
    cs_text list = {0};
    cs_text_puts(&list, "the keys here are ");
    const char *comma = "";
    for (int i = 0; i < section->key_count; i++) {
        const cs_key *key = &section->keys[i];
        if (key->type != CS_KEY_IGNORED &&
            (kind < 0 || section->variants == CS_VARIANTS_BY_KEY || cs_key_applies(key, kind))) {
            cs_text_printf(&list, "%s%s", comma, key->name);
            comma = ", ";
        }
    }
    const char *help = list.failed ? NULL : cs_arena_text(arena, list.bytes, list.length);
    cs_text_free(&list);
    return help;
}

const char *cs_suggest_key(cs_arena *arena, const cs_section *section, int kind, const char *word)
{
    const cs_key *best = NULL;
    int least = 0;
    for (int i = 0; i < section->key_count; i++) {
        int distance = cs_suggest_distance(word, section->keys[i].name);
        if (distance >= 0 && (!best || distance < least)) {
            best = &section->keys[i];
            least = distance;
        }
    }
    const cs_key *longer = least > SURE_EDITS || !best ? find_longer(section, kind, word) : NULL;
    if (best) {
        return cs_arena_printf(arena, "did you mean \"%s\"?", longer ? longer->name : best->name);
    }
    cs_text path = {0};
    const char *help = NULL;
    if (strlen(word) >= LEAST_HOME && find_home(&cs_scene_section, word, &path)) {
        help = cs_arena_printf(arena, "did you mean %s?", path.bytes);
    } else {
        help = longer ? cs_arena_printf(arena, "did you mean \"%s\"?", longer->name) : list_keys(arena, section, kind);
    }
    cs_text_free(&path);
    return help;
}

/// "{ dominant, above }"
static void put_object(cs_text *text, const cs_section *object)
{
    for (int i = 0; i < object->key_count; i++) {
        cs_text_printf(text, "%s%s", i > 0 ? ", " : "{ ", object->keys[i].name);
    }
    cs_text_puts(text, " }");
}

const char *cs_suggest_choice(cs_arena *arena, const char *const *choices, const cs_section *object, const char *word)
{
    const char *best = NULL;
    int least = 0;
    cs_text help = {0};
    for (int i = 0; choices[i]; i++) {
        int distance = cs_suggest_distance(word, choices[i]);
        if (distance >= 0 && (!best || distance < least)) {
            best = choices[i];
            least = distance;
        }
    }
    if (best) {
        cs_text_printf(&help, "did you mean \"%s\"? ", best);
    }
    cs_text_puts(&help, choices[1] || object ? "the choices are " : "the only choice is ");
    for (int i = 0; choices[i]; i++) {
        cs_text_printf(&help, "%s\"%s\"", i > 0 ? ", " : "", choices[i]);
    }
    if (object) {
        cs_text_puts(&help, " and an object ");
        put_object(&help, object);
    }
    const char *result = help.failed ? NULL : cs_arena_text(arena, help.bytes, help.length);
    cs_text_free(&help);
    return result;
}

const char *cs_quote(cs_arena *arena, const char *text)
{
    size_t length = strnlen(text, MAX_QUOTE + 1);
    bool cut = length > MAX_QUOTE;
    if (cut) {
        length = MAX_QUOTE;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) {
            length--;
        }
    }
    const char *quoted = cs_arena_printf(arena, "\"%.*s%s\"", (int)length, text, cut ? "..." : "");
    return quoted ? quoted : "?";
}
