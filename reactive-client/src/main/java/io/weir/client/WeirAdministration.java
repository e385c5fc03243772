package io.weir.client;

import io.weir.api.TableName;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * What an operator and the owner of an account ask of a service beside its tables. The answers are
 * documents in the service's own form, whose members its README states: a newer service may add
 * some.
 *
 * <p>Needs an account key; what concerns the whole service needs that of the operator. Any thread.
 * Fails with {@link io.weir.api.error.TableServiceException}.
 */
public interface WeirAdministration {

  /** Returns what shards and loops have cost, as JSON. */
  Mono<byte[]> shards();

  /**
   * Lets another loop run a shard from its next turn on. Fails with {@code InvalidInput} if there
   * is no such shard or loop.
   */
  Mono<Void> moveShard(int shard, int loop);

  /**
   * Returns the nodes of the cluster of which the service is one, as JSON. Fails with
   * {@code NotImplemented} for a service of its own.
   */
  Mono<byte[]> nodes();

  /**
   * Has the service hand its leadership to the node with most entries. Fails with
   * {@code ServerBusy} if the service does not lead, and with {@code InvalidInput} if no other node
   * can. If the answer is lost or late, the failure says {@code outcome=unknown}: {@link #nodes}
   * tells which node leads.
   */
  Mono<Void> transferLeadership();

  /**
   * Has the service hand its leadership to another node. Fails as {@link #transferLeadership()}
   * does.
   *
   * @param node the id of the node that is to lead
   */
  Mono<Void> transferLeadership(String node);

  /**
   * Has the service begin to add a node to its cluster; {@link #nodes} tells how far that is. Fails
   * with {@code ServerBusy} if the service does not lead, and with {@code InvalidInput} if the node
   * cannot be added.
   *
   * @param node the id of the new node
   * @param address where the other nodes reach it, as {@code host:port}
   */
  Mono<Void> addNode(String node, String address);

  /**
   * Has the service begin to add a node that receives everything and never votes, as
   * {@link #addNode} does. It delays no write, and never leads.
   */
  Mono<Void> addListener(String node, String address);

  /** Has the service begin to remove another node of its cluster, as {@link #addNode} does. */
  Mono<Void> removeNode(String node);

  /** Returns what the service advises on all tables of the account, as JSON. */
  Mono<byte[]> advice();

  /** Returns what the service advises on a table, as JSON. */
  Mono<byte[]> advice(TableName table);

  /**
   * Writes a backup into a folder inside the service's own, and emits lines of JSON about its
   * progress. The last line is {@code $end} or {@code $error}; without one the outcome is unknown.
   * Sent once. Cancelling ends the lines; the backup continues.
   *
   * <p>Fails with {@code NotImplemented} if the service has no folder for backups, and with
   * {@code ResourceAlreadyExists} if it has one of this name.
   */
  default Flux<String> backup(String name) {
    return backup(name, 0);
  }

  /**
   * Writes a backup as {@link #backup(String)} does, and has the service delete the oldest backups
   * of its store in its folder.
   *
   * @param keep how many stay, with the new one; 0 for all
   */
  Flux<String> backup(String name, int keep);

  /**
   * Returns the stored access policies of a table, as the protocol's XML. Fails with
   * {@code NotImplemented} from a service without any.
   */
  Mono<byte[]> accessPolicies(TableName table);

  /** Replaces the stored access policies of a table. */
  Mono<Void> setAccessPolicies(TableName table, byte[] document);
}
