package io.weir.pattern.process;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * When this member first saw each row in its present form. A row that stays the same for the lease
 * duration has no living owner.
 *
 * <p>Compares moments of this member's monotonic clock only, never the clocks of two machines. This
 * is how the Kinesis client library judges leases. Belongs to the chain of a member's rounds.
 */
final class LeaseObservations {

  private final LongSupplier nanoClock;
  private final long leaseNanos;
  private final Map<Object, Seen> rows = new HashMap<>();

  private record Seen(Object form, long sinceNanos) {}

  LeaseObservations(LongSupplier nanoClock, long leaseNanos) {
    this.nanoClock = nanoClock;
    this.leaseNanos = leaseNanos;
  }

  /**
   * Notes the present form of a row. Returns whether it has had this form for the lease duration.
   */
  boolean isExpired(Object row, Object form) {
    var now = nanoClock.getAsLong();
    var seen = rows.get(row);
    if (seen == null || !seen.form.equals(form)) {
      rows.put(row, new Seen(form, now));
      return false;
    }
    return now - seen.sinceNanos >= leaseNanos;
  }

  /** Forgets all rows but these. */
  void retain(Set<Object> present) {
    rows.keySet().retainAll(present);
  }
}
