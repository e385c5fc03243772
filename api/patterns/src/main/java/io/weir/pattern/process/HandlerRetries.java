package io.weir.pattern.process;

import java.time.Duration;

/**
 * How often a failing batch is handled again. A pause doubles from one attempt to the next, and
 * varies by half.
 *
 * @param attempts 1 to 1,000, the first included; then the batch is parked
 * @param first middle of the first pause
 * @param longest middle of the longest pause
 */
public record HandlerRetries(int attempts, Duration first, Duration longest) {}
