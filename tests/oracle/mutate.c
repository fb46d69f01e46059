/* mutate EXPECTED STEP: an export of the catalog, from standard input to standard output,
 * each row followed by copies of it in which one thing is changed.
 *
 * Changed are, in rows of tables that store a digest: a hex digit of each stored digest and
 * key, each primary* member, and each value and name anywhere under a spec; of all these
 * every STEP-th. Keys that cannot be checked, since no row before has the workload, are
 * left alone. So whoever checks digests must refuse exactly the copies: the file EXPECTED
 * has a line "NUMBER TABLE WHAT" for each, NUMBER as the line in the output.
 *
 * The input is taken for valid JSON.
 */
#include <config.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGEST_LENGTH = 71, SITES = 4096, WORKLOADS = 100000, ROW_DEPTH = 2 };

/* What is stored in a row beside its manifest and follows from it. */
static const char *const stored[] = {
    "semanticDigest",   "workloadDigest", "implementationDigest", "runDigest",
    "modelDigest",      "stackDigest",    "configurationDigest",  "protocolKey",
    "environmentKey",   "correctnessKey", "comparisonKey",        "primaryMetric",
    "primaryStatistic", "primaryUnit",    "primaryValue",
};

static const char *const tables[] = {
    "operations",
    "workloads",
    "serving_workloads",
    "implementations",
    "benchmark_runs",
    "serving_runs",
    "model_revisions",
    "serving_stack_revisions",
    "serving_configurations",
};

/* A place to change: a string's content, or the text of another value. */
struct site {
    const char *start;
    size_t length;
    bool is_string;
    const char *what;
};

struct scan {
    const char *at;
    const char *table;
    bool key_is_known; /* the workload of this row has been seen */
    size_t count;
    struct site sites[SITES];
};

static const char *find(const char *const *names, size_t count, const char *text,
                        size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && memcmp(names[i], text, length) == 0)
            return names[i];
    return NULL;
}

static void add_site(struct scan *scan, const char *start, size_t length, bool is_string,
                     const char *what)
{
    if (scan->count == SITES)
        abort();
    scan->sites[scan->count++] = (struct site){start, length, is_string, what};
}

static size_t string_length(const char *text)
{
    size_t length = 0;

    while (text[length] != '"')
        length += text[length] == '\\' ? 2 : 1;
    return length;
}

/* What the change of a row's member NAME is called; NULL where none is to be made. */
static const char *stored_member(const struct scan *scan, const char *name, size_t length)
{
    const char *member = find(stored, sizeof stored / sizeof *stored, name, length);
    bool is_key = member != NULL && (strcmp(member, "correctnessKey") == 0 ||
                                     strcmp(member, "comparisonKey") == 0);
    bool is_of_run = strcmp(scan->table, "benchmark_runs") == 0;

    if (member == NULL || (is_key && !scan->key_is_known))
        return NULL;
    /* Only these of a serving run's or another row's members follow from its manifest. */
    return is_of_run || strstr(member, "Digest") != NULL ? member : NULL;
}

/* Step over a value, noting what can be changed: WHAT is NULL outside of a spec. */
static void scan_value(struct scan *scan, int depth, const char *what)
{
    const char *start = scan->at;
    char open = *start;

    if (open == '"') {
        size_t length = string_length(start + 1);

        scan->at += length + 2;
        if (what != NULL)
            add_site(scan, start + 1, length, true, what);
        return;
    }
    if (open != '{' && open != '[') {
        scan->at += strcspn(start, ",]}");
        if (what != NULL)
            add_site(scan, start, (size_t)(scan->at - start), false, what);
        return;
    }
    scan->at++;
    while (*scan->at != '}' && *scan->at != ']') {
        const char *below = what;

        if (*scan->at == ',')
            scan->at++;
        if (open == '{') {
            const char *name = scan->at + 1;
            size_t length = string_length(name);

            scan->at = name + length + 2;
            if (what != NULL)
                add_site(scan, name, length, true, "name");
            else if (length == 4 && memcmp(name, "spec", 4) == 0)
                below = "value";
            else if (depth == ROW_DEPTH)
                below = stored_member(scan, name, length);
        }
        scan_value(scan, depth + 1, below);
    }
    scan->at++;
}

/* Write the line with the site changed into another value of its kind. */
static void write_changed(const char *line, const struct site *site, size_t number)
{
    const char *end = site->start + site->length;
    bool is_digest =
        site->length == DIGEST_LENGTH && memcmp(site->start, "sha256:", 7) == 0;
    const char *change = site->start;

    fwrite(line, 1, (size_t)(site->start - line), stdout);
    if (is_digest) {
        change += 7 + number % 64;
        fwrite(site->start, 1, (size_t)(change - site->start), stdout);
        putchar(*change == '0' ? 'f' : '0');
        fputs(change + 1, stdout);
        return;
    }
    if (site->is_string) {
        putchar('x');
        fputs(site->start, stdout);
    } else if (*change == 't' || *change == 'f' || *change == 'n') {
        fputs(*change == 't' ? "false" : *change == 'f' ? "true" : "0", stdout);
        fputs(end, stdout);
    } else {
        if (*change == '-')
            putchar(*change++);
        putchar(*change == '9' ? '8' : *change + 1);
        fputs(change + 1, stdout);
    }
}

/* The digest behind "workloadDigest" in a line, or NULL. */
static const char *workload_of(const char *line)
{
    const char *member = strstr(line, "\"workloadDigest\":\"");

    return member == NULL ? NULL : member + 18;
}

static bool is_seen(char (*workloads)[DIGEST_LENGTH], size_t count, const char *digest)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp(workloads[i], digest, DIGEST_LENGTH) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    static char workloads[WORKLOADS][DIGEST_LENGTH];
    static struct scan scan;
    size_t workload_count = 0;
    size_t lines = 0;
    size_t changes = 0;
    size_t room = 0;
    char *line = NULL;
    size_t step = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    FILE *expected = step > 0 ? fopen(argv[1], "w") : NULL;

    if (expected == NULL) {
        fputs("usage: mutate EXPECTED STEP <EXPORT\n", stderr);
        return 2;
    }
    while (getline(&line, &room, stdin) > 0) {
        const char *table = line + strlen("{\"table\":\"");
        const char *digest = workload_of(line);

        fputs(line, stdout);
        lines++;
        scan.at = line;
        scan.count = 0;
        scan.table =
            find(tables, sizeof tables / sizeof *tables, table, string_length(table));
        if (scan.table == NULL)
            continue;
        if (strcmp(scan.table, "workloads") == 0 && workload_count < WORKLOADS)
            memcpy(workloads[workload_count++], digest, DIGEST_LENGTH);
        scan.key_is_known = digest != NULL && is_seen(workloads, workload_count, digest);
        scan_value(&scan, 1, NULL);
        for (size_t i = 0; i < scan.count; i++) {
            if (changes++ % step != 0)
                continue;
            write_changed(line, &scan.sites[i], lines);
            fprintf(expected, "%zu %s %s\n", ++lines, scan.table, scan.sites[i].what);
        }
    }
    free(line);
    return fclose(expected) != 0 || fflush(stdout) != 0 ? 2 : 0;
}
