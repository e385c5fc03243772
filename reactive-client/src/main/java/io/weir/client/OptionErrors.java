package io.weir.client;

import io.weir.client.options.HedgeOptions;
import io.weir.client.options.PoolOptions;
import io.weir.client.options.RetryOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Collects errors in options, so that the user sees all of them at once. Belongs to one thread. */
final class OptionErrors {

  private static final int KIB = 1024;

  private final List<String> found = new ArrayList<>();

  void add(String mistake) {
    found.add(mistake);
  }

  private void requireRange(String name, int value, int from, int to) {
    if (value < from || value > to) {
      add(name + "=" + value + " from=" + from + " to=" + to);
    }
  }

  void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      add(name + "=" + value + " expected=positive");
    }
  }

  void requireNotNegative(String name, Duration value) {
    if (value.isNegative()) {
      add(name + "=" + value + " expected=notNegative");
    }
  }

  void check(PoolOptions pool) {
    requireRange("connections", pool.connections(), 1, 1000);
    requireRange("streamsPerConnection", pool.streamsPerConnection(), 1, 10_000);
    requireRange("http1Connections", pool.http1Connections(), 1, 10_000);
    requireRange("waitingRequests", pool.waitingRequests(), 1, 1_000_000);
    requirePositive("connectTimeout", pool.connectTimeout());
    requirePositive("idleTimeout", pool.idleTimeout());
    requireRange("streamWindowBytes", pool.streamWindowBytes(), 64 * KIB, 16 * KIB * KIB);
    requireRange("loops", pool.loops(), 1, 1024);
  }

  void check(RetryOptions retries) {
    requireRange("retries", retries.limit(), 0, 100);
    requirePositive("firstBackoff", retries.firstBackoff());
    requirePositive("longestBackoff", retries.longestBackoff());
  }

  void check(HedgeOptions hedging) {
    requirePositive("hedgeDelay", hedging.delay());
    if (!(hedging.quantile() >= 0 && hedging.quantile() < 1)) {
      add("hedgeQuantile=" + hedging.quantile() + " from=0 below=1");
    }
    if (!(hedging.share() > 0 && hedging.share() <= 1)) {
      add("hedgeShare=" + hedging.share() + " above=0 to=1");
    }
  }

  /** Fails with {@link IllegalArgumentException} that names all errors, if there are any. */
  void requireNone() {
    if (!found.isEmpty()) {
      throw new IllegalArgumentException("Some options are invalid. " + String.join(" ", found));
    }
  }
}
