package io.weir.server.request;

import java.time.Duration;

/**
 * The limits of an endpoint. A request or connection that exceeds one is refused or cut off; others
 * are not affected.
 *
 * @param bodyBytes largest body that is read whole, 1 KiB to 64 MiB; the protocol's limit is 4 MiB
 * @param valueBytes longest large value, up to 937,500 MiB: a million chunks of 960 KiB
 * @param memoryBytes memory for the bodies and answers of all requests together, at least one
 *     largest body
 * @param clientBytes heap for connections, requests in progress, change feeds and waiting takes
 *     together, at least 64 KiB
 * @param targetBytes longest request line, 1 KiB to 1 MiB; filters of many KiB occur
 * @param headerBytes all headers of a request together, 1 KiB to 1 MiB
 * @param connections open connections, 1 to 1,000,000; further ones are answered 503 and closed
 * @param streamsPerConnection concurrent requests on an HTTP/2 connection, 1 to 100,000
 * @param streams limits of one streamed answer
 * @param idleTimeout time without a request after which a connection is closed
 * @param headTimeout time from a request's first byte to the end of its headers; then the
 *     connection is closed
 * @param readTimeout time after which a request is abandoned whose body has stopped arriving
 * @param requestTimeout time from a request's headers to the end of its body
 * @param answerTimeout time in which a client must take an answer in one piece; answers up to 16
 *     KiB have no deadline
 */
public record RequestLimits(
    int bodyBytes,
    long valueBytes,
    long memoryBytes,
    long clientBytes,
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
