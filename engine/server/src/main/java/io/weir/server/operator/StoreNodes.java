package io.weir.server.operator;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.engine.Engine;
import io.weir.engine.replication.ReplicatedLog;
import io.weir.server.json.NodesDocument;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** The nodes of the cluster of which the store behind an endpoint is one. Any thread. */
public interface StoreNodes {

  /** Refuses: a store of its own. */
  StoreNodes NONE = new StoreNodes() {
    @Override
    public NodesDocument nodes() {
      throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "comp=cluster");
    }

    @Override
    public Mono<Void> transfer(Optional<String> to) {
      throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "comp=cluster");
    }

    @Override
    public void add(String node, String address) {
      throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "comp=cluster");
    }

    @Override
    public void addListener(String node, String address) {
      throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "comp=cluster");
    }

    @Override
    public void remove(String node) {
      throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "comp=cluster");
    }
  };

  /** Returns the nodes of an engine's store. */
  static StoreNodes of(Engine engine) {
    return engine.store().log() instanceof ReplicatedLog log ? new ReplicatedNodes(log) : NONE;
  }

  /** Returns the nodes as this one sees them. Does not wait. */
  NodesDocument nodes();

  /**
   * Hands the leadership of this node to another one. Begins on subscription. Fails if this node
   * does not lead, or if the other one cannot.
   *
   * @param to empty for the node with most entries
   */
  Mono<Void> transfer(Optional<String> to);

  /**
   * Begins to add a node; {@link #nodes} tells how far that is. Does not wait. Fails if this node
   * does not lead, or if the other one cannot be added.
   *
   * @param address where the other nodes reach it, as {@code host:port}
   */
  void add(String node, String address);

  /** Begins to add a node that never votes, as {@link #add} does. */
  void addListener(String node, String address);

  /** Begins to remove a node, as {@link #add} does. */
  void remove(String node);
}
