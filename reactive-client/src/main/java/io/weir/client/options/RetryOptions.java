package io.weir.client.options;

import java.time.Duration;

/**
 * How often, and after which pauses, a request is sent again.
 *
 * @param limit most attempts after the first without anything received in between, 0 to 100
 * @param firstBackoff pause before the first repetition; each further pause doubles, and varies by
 *     half
 * @param longestBackoff upper bound of the doubling; a busy service may ask for a longer pause,
 *     which the client then takes
 * @param unknownWrites what happens to a write whose outcome is unknown
 */
public record RetryOptions(
    int limit, Duration firstBackoff, Duration longestBackoff, UnknownWrites unknownWrites) {}
