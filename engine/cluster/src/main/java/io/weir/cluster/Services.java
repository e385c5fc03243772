package io.weir.cluster;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where clients reach the nodes, as these say themselves when they connect. Runs on: any thread.
 */
final class Services {

  private static final int MAX_CHARACTERS = 200;

  private final Map<String, String> addresses = new ConcurrentHashMap<>();

  /** Whether a text may stand as an address in a log line; empty is none. */
  static boolean isAddress(String text) {
    return text.length() <= MAX_CHARACTERS
        && text.chars().allMatch(character -> character > ' ' && character < 0x7F);
  }

  /** Notes where clients reach a node; empty forgets it. */
  void note(String node, String address) {
    if (address.isEmpty()) {
      addresses.remove(node);
    } else {
      addresses.put(node, address);
    }
  }

  /** Returns where clients reach a node; empty if it has not said so. */
  Optional<String> of(String node) {
    return Optional.ofNullable(addresses.get(node));
  }

  /**
   * Returns a node's id and, if it is known, where clients reach it: {@code b
   * address=http://host:10002}.
   */
  String named(String node) {
    return of(node).map(address -> node + " address=" + address).orElse(node);
  }
}
