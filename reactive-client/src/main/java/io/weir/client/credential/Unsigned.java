package io.weir.client.credential;

import java.util.SortedMap;

/**
 * What a proof may cover of an attempt that is about to be sent. Internal to the client: not an
 * API.
 *
 * @param method of HTTP
 * @param target path and query, percent-encoded, as they are sent
 * @param contentType empty if there is no body
 * @param ownHeaders the headers of the protocol, {@code x-ms-...} in lower case, without the date
 */
public record Unsigned(
    String method, String target, String contentType, SortedMap<String, String> ownHeaders) {}
