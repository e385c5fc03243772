package io.weir.pattern.process;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which leases a member takes.
 *
 * <p>Each member aims at an equal share of the leases, rounded up. It takes free and expired leases
 * first. When there are none and it has less than its share, it steals one lease from the member
 * that has the most, if that member has at least two more. Stealing therefore ends, and at its end
 * the shares of two members differ by one at most.
 *
 * @param member this member
 * @param held groups that this member works on
 * @param others living members besides this one
 */
record Balance(String member, Set<Integer> held, Set<String> others) {

  /**
   * Returns the leases to take, in this order.
   *
   * @param open leases of groups whose work is not over
   * @param expired groups whose lease has not been renewed for the lease duration
   */
  List<Lease> wanted(List<Lease> open, Set<Integer> expired) {
    var share = (open.size() + others.size()) / (others.size() + 1);
    var available = new ArrayList<Lease>();
    var owned = new HashMap<String, List<Lease>>();
    for (var lease : open) {
      if (held.contains(lease.group())) {
        continue;
      }
      if (lease.isFree() || lease.owner().equals(member) || expired.contains(lease.group())) {
        available.add(lease);
      } else {
        owned.computeIfAbsent(lease.owner(), owner -> new ArrayList<>()).add(lease);
      }
    }
    var missing = share - held.size();
    if (missing <= 0) {
      return List.of();
    }
    if (available.isEmpty()) {
      return stolen(owned);
    }
    available.sort(inOwnOrder());
    return List.copyOf(available.subList(0, Math.min(missing, available.size())));
  }

  private List<Lease> stolen(Map<String, List<Lease>> owned) {
    return owned.entrySet().stream()
        .max(Comparator.<Map.Entry<String, List<Lease>>>comparingInt(
                each -> each.getValue().size())
            .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getValue)
        .filter(leases -> leases.size() >= held.size() + 2)
        .flatMap(leases -> leases.stream().min(inOwnOrder()))
        .map(List::of)
        .orElse(List.of());
  }

  /** Members look at the leases in different orders, so that they seldom want the same one. */
  private Comparator<Lease> inOwnOrder() {
    return Comparator.<Lease>comparingInt(lease -> (member + lease.group()).hashCode())
        .thenComparing(Lease::group);
  }
}
