package io.weir.client;

import io.weir.api.TableName;
import io.weir.client.call.Call;
import io.weir.client.call.Calls;
import io.weir.client.call.Resolution;
import io.weir.client.rest.RestAdministration;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The administration of a service, with the retries of the client. A move and policies may be sent
 * again, because a repetition changes nothing. A hand-over that names no node may not: the next
 * leader would hand over again.
 *
 * @param once makes one attempt of a call
 */
record RemoteAdministration(
    Calls<RestAdministration> calls, Function<Call, RestAdministration> once)
    implements WeirAdministration {

  @Override
  public Mono<byte[]> shards() {
    return calls.read("GetShards", RestAdministration::shards);
  }

  @Override
  public Mono<Void> moveShard(int shard, int loop) {
    return calls
        .write("MoveShard", service -> service.moveShard(shard, loop), Resolution.repeating())
        .then();
  }

  @Override
  public Mono<byte[]> nodes() {
    return calls.read("GetNodes", RestAdministration::nodes);
  }

  @Override
  public Mono<Void> transferLeadership() {
    return transferLeadership("");
  }

  @Override
  public Mono<Void> transferLeadership(String node) {
    return calls
        .write(
            "TransferLeadership",
            service -> service.transferLeadership(node),
            node.isEmpty() ? Resolution.none() : Resolution.repeating())
        .then();
  }

  @Override
  public Mono<Void> addNode(String node, String address) {
    return calls
        .write("AddNode", service -> service.addNode(node, address), Resolution.repeating())
        .then();
  }

  @Override
  public Mono<Void> addListener(String node, String address) {
    return calls
        .write("AddNode", service -> service.addListener(node, address), Resolution.repeating())
        .then();
  }

  @Override
  public Mono<Void> removeNode(String node) {
    return calls
        .write("RemoveNode", service -> service.removeNode(node), Resolution.repeating())
        .then();
  }

  @Override
  public Mono<byte[]> advice() {
    return calls.read("GetAdvice", RestAdministration::advice);
  }

  @Override
  public Mono<byte[]> advice(TableName table) {
    return calls.read("GetAdvice", service -> service.advice(table));
  }

  @Override
  public Flux<String> backup(String name, int keep) {
    return calls.stream("Backup", call -> once.apply(call).backup(name, keep));
  }

  @Override
  public Mono<byte[]> accessPolicies(TableName table) {
    return calls.read("GetAccessPolicies", service -> service.accessPolicies(table));
  }

  @Override
  public Mono<Void> setAccessPolicies(TableName table, byte[] document) {
    return calls
        .write(
            "SetAccessPolicies",
            service -> service.setAccessPolicies(table, document),
            Resolution.repeating())
        .then();
  }
}
