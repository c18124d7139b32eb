// libsoup 3: HTTP and WebSocket. Swift cannot use the macros and variadic functions below by itself.
#pragma once
#include <glib-unix.h>
#include <libsoup/soup.h>

typedef void (*csoup_message_callback)(SoupServerMessage *message, gpointer data);
typedef void (*csoup_chunk_callback)(SoupServerMessage *message, GBytes *chunk, gpointer data);
typedef void (*csoup_server_callback)(SoupServer *server, SoupServerMessage *message, gpointer data);

/// Makes a server that leaves the Server header out.
static inline SoupServer *csoup_server_new(void) { return soup_server_new(NULL, NULL); }

/// Calls back for one signal of the server: "request-started", "request-finished" or "request-aborted".
static inline void csoup_server_connect(
    SoupServer *server, const char *signal, csoup_server_callback callback, gpointer data) {
  g_signal_connect(server, signal, G_CALLBACK(callback), data);
}

/// Calls back for each piece of a request's body.
static inline void csoup_message_connect_chunk(
    SoupServerMessage *message, csoup_chunk_callback callback, gpointer data) {
  g_signal_connect(message, "got-chunk", G_CALLBACK(callback), data);
}

/// Calls back for one signal of a message: "wrote-chunk" or "wrote-headers".
static inline void csoup_message_connect(
    SoupServerMessage *message, const char *signal, csoup_message_callback callback, gpointer data) {
  g_signal_connect(message, signal, G_CALLBACK(callback), data);
}

/// Ends all callbacks of a message that carry this data.
static inline void csoup_message_disconnect(SoupServerMessage *message, gpointer data) {
  g_signal_handlers_disconnect_by_data(message, data);
}

/// The numeric address of the client, to be freed with g_free; NULL where it has none.
static inline char *csoup_message_remote_address(SoupServerMessage *message) {
  GSocketAddress *address = soup_server_message_get_remote_address(message);
  if (!address || !G_IS_INET_SOCKET_ADDRESS(address)) return NULL;
  return g_inet_address_to_string(g_inet_socket_address_get_address(G_INET_SOCKET_ADDRESS(address)));
}

/// Listens on a numeric address; 0 picks a free port.
static inline gboolean csoup_server_listen(
    SoupServer *server, const char *address, guint16 port, GError **error) {
  GSocketAddress *socket_address = g_inet_socket_address_new_from_string(address, port);
  if (!socket_address) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "'%s' is not an IP address", address);
    return FALSE;
  }
  gboolean listens = soup_server_listen(server, socket_address, 0, error);
  g_object_unref(socket_address);
  return listens;
}

/// The port of the first listening socket; 0 where there is none.
static inline guint16 csoup_server_port(SoupServer *server) {
  GSList *listeners = soup_server_get_listeners(server);
  guint16 port = 0;
  if (listeners) {
    GSocketAddress *address = g_socket_get_local_address(G_SOCKET(listeners->data), NULL);
    if (address) {
      port = g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(address));
      g_object_unref(address);
    }
    g_slist_free(listeners);
  }
  return port;
}

/// Sets a level-0 option of the TCP protocol on every listening socket.
static inline void csoup_server_set_tcp_option(SoupServer *server, gint option, gint value) {
  GSList *listeners = soup_server_get_listeners(server);
  for (GSList *item = listeners; item; item = item->next)
    g_socket_set_option(G_SOCKET(item->data), 6, option, value, NULL);
  g_slist_free(listeners);
}
