package io.weir.client.transport;

import static java.util.Objects.requireNonNull;

import io.weir.client.call.Failures;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The nodes of a service, and which of them leads as far as the client knows. All requests of a
 * client go there.
 *
 * <p>A node that does not lead refuses a request and names the leader, if it knows one. The client
 * then goes to the leader if that is among its nodes, and never to another address: a name in an
 * answer must not lead credentials elsewhere. Without a name, or if a node cannot be reached, the
 * next node has its turn. A follower may name a leader that is gone. The turns therefore go on
 * where they were, whatever is named in between, and reach every node.
 *
 * <p>Requests that fail together move the client once: a failure counts only if its node is still
 * the one that the client believes in. Any thread.
 */
final class Nodes {

  private final List<Node> all;
  private final AtomicReference<Belief> belief = new AtomicReference<>(new Belief(0, 0));

  /**
   * Which node leads.
   *
   * @param leader number of the node
   * @param turn number of the node that had the last turn
   */
  private record Belief(int leader, int turn) {}

  Nodes(List<Node> all) {
    this.all = List.copyOf(all);
  }

  List<Node> all() {
    return all;
  }

  boolean areSeveral() {
    return all.size() > 1;
  }

  /** Returns the node that leads, as far as is known. */
  Node leader() {
    return all.get(requireNonNull(belief.get()).leader());
  }

  /** Notes the failure of a request that was sent to a node, or could not be sent to it. */
  void failed(Node node, Throwable failure) {
    if (areSeveral() && Failures.isElsewhere(failure)) {
      belief.updateAndGet(now -> all.get(now.leader()) == node ? after(now, failure) : now);
    }
  }

  private Belief after(Belief now, Throwable failure) {
    var named = Failures.leader(failure).map(this::at).orElse(OptionalInt.empty());
    if (named.isPresent() && named.getAsInt() != now.leader()) {
      return new Belief(named.getAsInt(), now.turn());
    }
    var next = (now.turn() + 1) % all.size();
    var other = next == now.leader() ? (next + 1) % all.size() : next;
    return new Belief(other, other);
  }

  /**
   * Returns the node at an address: the one that has it, else the only one on its host. Nodes name
   * the port of the tables, and a client of queues uses another.
   */
  private OptionalInt at(String address) {
    var same = numbers(node -> node.endpoint().origin().equals(address));
    return same.length == 1 ? OptionalInt.of(same[0]) : onHost(address);
  }

  private OptionalInt onHost(String address) {
    var host = hostOf(address);
    var there = numbers(node -> node.endpoint().host().equals(host));
    return there.length == 1 ? OptionalInt.of(there[0]) : OptionalInt.empty();
  }

  private int[] numbers(Predicate<Node> wanted) {
    return IntStream.range(0, all.size()).filter(i -> wanted.test(all.get(i))).toArray();
  }

  /** Returns the host of {@code http[s]://HOST:PORT}; empty for other text. */
  private static String hostOf(String address) {
    try {
      var host = new URI(address).getHost();
      return host == null ? "" : host;
    } catch (URISyntaxException e) {
      return "";
    }
  }
}
