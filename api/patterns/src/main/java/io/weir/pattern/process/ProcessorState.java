package io.weir.pattern.process;

import io.weir.api.entity.ETag;
import java.util.List;
import java.util.Set;

/**
 * All rows of a processor as of one moment.
 *
 * @param leases of all known groups, the frontier included
 * @param ended groups whose work is over
 */
record ProcessorState(List<Lease> leases, Set<Integer> ended, List<Member> members) {

  /**
   * A member's sign of life.
   *
   * @param beat rises
   */
  record Member(String name, long beat, ETag version) {}

  boolean isBegun() {
    return !leases.isEmpty();
  }

  boolean hasEnded() {
    return isBegun() && leases.stream().allMatch(lease -> ended.contains(lease.group()));
  }
}
