package io.weir.client.options;

import java.time.Duration;

/**
 * How often, and after which pauses, a request is sent again.
 *
 * @param limit attempts after the first without anything received in between, 0 to 100
 * @param firstBackoff pause before the first of these attempts; doubles from one to the next, and varies by half
 * @param longestBackoff where it stops doubling; a busy service may ask for a longer pause, and gets it
 * @param unknownWrites what is done about writes that nobody knows to have been carried out
 */
public record RetryOptions(
    int limit, Duration firstBackoff, Duration longestBackoff, UnknownWrites unknownWrites) {}
