// Subtitles: "1\n00:01:02,500 --> 00:01:04,000\ntext\n\n", and how many there are in each second of a short film.
// INPUT: stdin
// BUG: the end of a subtitle may be the very end of the film, for which there is no second.
// SHOWS: show
// CRASH: 1\n00:00:01,000 --> 00:02:00,000\nx\n\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILM = 120 };

static long clock_time(int hours, int minutes, int seconds, int thousandths) {
    if (hours < 0 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59 || thousandths < 0 || thousandths > 999)
        return -1;
    return ((hours * 60L + minutes) * 60 + seconds) * 1000 + thousandths;
}

static void show(unsigned char *seconds, long from, long to) {
#ifdef FIXED
    for (long at = from / 1000; at <= to / 1000 && at < FILM; at++)
#else
    for (long at = from / 1000; at <= to / 1000; at++)
#endif
        if (seconds[at] < 255)
            seconds[at]++;
}

int main(void) {
    char line[64];
    unsigned char *seconds = calloc(FILM, 1);
    int expected = 1;
    if (seconds == NULL)
        return 1;
    while (fgets(line, sizeof line, stdin) != NULL) {
        int t[8];
        if (atoi(line) != expected)
            break;
        if (fgets(line, sizeof line, stdin) == NULL ||
            sscanf(line, "%d:%d:%d,%d --> %d:%d:%d,%d", &t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7]) != 8)
            break;
        long from = clock_time(t[0], t[1], t[2], t[3]), to = clock_time(t[4], t[5], t[6], t[7]);
        if (from < 0 || to < from || to > FILM * 1000L)
            break;
        show(seconds, from, to);
        while (fgets(line, sizeof line, stdin) != NULL && line[0] != '\n') {
        }
        expected++;
    }
    int most = 0;
    for (int i = 0; i < FILM; i++)
        most = seconds[i] > most ? seconds[i] : most;
    printf("%d subtitles, at most %d at once\n", expected - 1, most);
    free(seconds);
    return 0;
}
