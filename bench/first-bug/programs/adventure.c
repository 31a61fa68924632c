// A text adventure of five rooms, a key, a lamp and a door.
// INPUT: stdin
// BUG: the door is unlocked with the key in hand; the lamp that lights the cellar may have been left behind.
// SHOWS: look
// CRASH: nntssuod
#include <stdio.h>
#include <stdlib.h>

enum room { HALL, KITCHEN, GARDEN, STAIRS, CELLAR, ROOMS };

struct thing {
    const char *name;
    enum room where;
    int carried;
};

struct game {
    enum room here;
    struct thing key, lamp;
    struct thing *in_hand;
    int unlocked, moves;
};

static const char *const titles[ROOMS] = {"hall", "kitchen", "garden", "stairs", "cellar"};

/* north, up, down, south */
static const int ways[ROOMS][4] = {
    {KITCHEN, STAIRS, -1, -1}, {GARDEN, -1, -1, HALL}, {-1, -1, -1, KITCHEN}, {-1, -1, CELLAR, HALL}, {-1, STAIRS, -1, -1}};

static void look(const struct game *game) {
    if (game->here == CELLAR) {
#ifdef FIXED
        if (game->in_hand == NULL) {
            printf("it is dark\n");
            return;
        }
#endif
        printf("by the light of the %s you see gold\n", game->in_hand->name);
        return;
    }
    printf("you are in the %s\n", titles[game->here]);
}

static void go(struct game *game, int direction) {
    int to = ways[game->here][direction];
    if (to < 0) {
        printf("no way\n");
        return;
    }
    if (to == CELLAR && !game->unlocked) {
        printf("the door is locked\n");
        return;
    }
    game->here = (enum room)to;
    look(game);
}

static void take(struct game *game) {
    struct thing *things[2] = {&game->key, &game->lamp};
    for (int i = 0; i < 2; i++) {
        if (!things[i]->carried && things[i]->where == game->here && game->in_hand == NULL) {
            things[i]->carried = 1;
            game->in_hand = things[i];
            printf("taken: %s\n", things[i]->name);
            return;
        }
    }
    printf("nothing to take\n");
}

static void leave(struct game *game) {
    if (game->in_hand == NULL)
        return;
    game->in_hand->carried = 0;
    game->in_hand->where = game->here;
    game->in_hand = NULL;
}

static void open_door(struct game *game) {
    if (game->here == STAIRS && game->in_hand == &game->key) {
        game->unlocked = 1;
        leave(game);
        printf("the door is open, the key stays in the lock\n");
    }
}

int main(void) {
    struct game game = {HALL, {"key", GARDEN, 0}, {"lamp", KITCHEN, 0}, NULL, 0, 0};
    int c;
    while ((c = getchar()) != EOF && game.moves++ < 60) {
        switch (c) {
        case 'n': go(&game, 0); break;
        case 'u': go(&game, 1); break;
        case 'd': go(&game, 2); break;
        case 's': go(&game, 3); break;
        case 't': take(&game); break;
        case 'l': leave(&game); break;
        case 'o': open_door(&game); break;
        case 'q': return 0;
        default: break;
        }
    }
    return 0;
}
