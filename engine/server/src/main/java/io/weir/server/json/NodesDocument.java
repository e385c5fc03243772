package io.weir.server.json;

import io.weir.api.json.JsonForm;
import java.util.List;
import java.util.Optional;

/**
 * The nodes of a cluster as one of them sees them, as JSON. Members that it does not know are
 * skipped. Immutable.
 *
 * @param node the id of the node that answers
 * @param role what it does: {@code leader}, {@code follower}, {@code candidate}, {@code listener}
 *     or {@code stopped}
 * @param term its term
 * @param leader the id of the node that leads, if it is known
 * @param leaderAddress where clients reach the node that leads, if it is another one and known
 * @param nodes all nodes, this one too
 * @param change the adding or removal of a node that this one makes, or made last
 */
public record NodesDocument(
    String node,
    String role,
    long term,
    Optional<String> leader,
    Optional<String> leaderAddress,
    List<Node> nodes,
    Optional<Change> change) {

  private static final JsonForm<NodesDocument> FORM = new JsonForm<>("nodes", NodesDocument.class);

  /**
   * A node.
   *
   * @param address where the other nodes reach it, as {@code host:port}; empty for the node that
   *     answers
   * @param listener true for a node that receives everything and never votes; else empty
   * @param lacks how many committed entries it does not have; only the leader knows
   * @param silence seconds since it answered; only the leader knows
   */
  public record Node(
      String id,
      Optional<String> address,
      Optional<Boolean> listener,
      Optional<Long> lacks,
      Optional<Double> silence) {}

  /**
   * A change of the nodes.
   *
   * @param action {@code add} or {@code remove}
   * @param node its id
   * @param state {@code running}, {@code done} or {@code refused}
   * @param note what is waited for, or why it was refused; may be empty
   */
  public record Change(String action, String node, String state, String note) {}

  public NodesDocument {
    nodes = List.copyOf(nodes);
  }

  /** Returns the document as JSON. */
  public byte[] write() {
    return FORM.write(this);
  }

  /** Reads what {@link #write} returned. Fails with {@code InvalidInput} for anything else. */
  public static NodesDocument read(byte[] body) {
    return FORM.readAnswer(body);
  }
}
