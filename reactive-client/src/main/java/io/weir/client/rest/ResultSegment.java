package io.weir.client.rest;

import java.util.List;

/**
 * What one request for a list is answered with.
 *
 * @param items in the service's order; there may be none, and yet more behind
 * @param token where it goes on
 */
record ResultSegment<T>(List<T> items, SegmentToken token) {}
