package io.weir.client.rest;

import java.util.List;

/**
 * The answer to one request for a list.
 *
 * @param items in the service's order; may be empty although more follow
 * @param token where the list continues
 */
record ResultSegment<T>(List<T> items, SegmentToken token) {}
