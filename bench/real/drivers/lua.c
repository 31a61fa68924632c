/* Bytes taken for a program in Lua, without libraries; what runs is stopped after 1000 instructions. */
#include "lauxlib.h"
#include "lua.h"

static void stop(lua_State *state, lua_Debug *record) {
    (void)record;
    luaL_error(state, "stopped");
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    lua_State *state = luaL_newstate();
    if (!state)
        return 0;
    lua_sethook(state, stop, LUA_MASKCOUNT, 1000);
    if (luaL_loadbufferx(state, (const char *)data, size, "text", "t") == LUA_OK)
        lua_pcall(state, 0, 0, 0);
    lua_close(state);
    return 0;
}
