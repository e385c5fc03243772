package io.weir.server.request;

import java.net.InetAddress;

/**
 * Where a request came from.
 *
 * @param address of the other end of the connection
 * @param encrypted whether the connection is
 */
public record Sender(InetAddress address, boolean encrypted) {}
