package io.weir.server.request;

import java.time.Duration;

/**
 * What an endpoint puts up with. Whoever goes beyond is refused or cut off; nobody else notices.
 *
 * @param bodyBytes largest body that is read whole, 1 KiB to 64 MiB; the protocol's is 4 MiB
 * @param memoryBytes what bodies and answers of all requests hold together, at least the largest body: see {@link RequestMemory}
 * @param targetBytes longest request line, 1 KiB to 1 MiB; filters of many KiB occur
 * @param headerBytes all headers of a request together, 1 KiB to 1 MiB
 * @param connections open at a time, 1 to 1,000,000; further ones are closed as they come
 * @param streamsPerConnection requests at a time on a connection of HTTP/2, 1 to 100,000
 * @param streams how much each stream is given
 * @param idleTimeout after which a connection without a request is closed
 * @param headTimeout from a request's first byte to the end of its headers; then the connection is closed
 * @param readTimeout after which a request whose body stopped arriving is given up
 * @param requestTimeout from a request's headers to the end of its body
 * @param answerTimeout after which an answer in one piece that its client has not taken is given up; those up to 16 KiB are not watched
 */
public record RequestLimits(
    int bodyBytes,
    long memoryBytes,
    int targetBytes,
    int headerBytes,
    int connections,
    int streamsPerConnection,
    StreamLimits streams,
    Duration idleTimeout,
    Duration headTimeout,
    Duration readTimeout,
    Duration requestTimeout,
    Duration answerTimeout) {}
