package io.weir.server.request;

import java.net.InetAddress;

/**
 * The origin of a request.
 *
 * @param address remote address of the connection
 * @param encrypted whether the connection is encrypted
 */
public record Sender(InetAddress address, boolean encrypted) {}
