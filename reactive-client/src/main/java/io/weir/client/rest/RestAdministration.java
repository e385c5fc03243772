package io.weir.client.rest;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.api.TableName;
import io.weir.client.exchange.Addresses;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.Protocol;
import io.weir.client.exchange.QueryText;
import io.weir.client.exchange.ResponseReader;
import io.weir.client.transport.Attempt;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The requests of operators, and those for stored access policies. Each is sent once. Any thread.
 */
public final class RestAdministration {

  private static final String JSON = "application/json";
  private static final String XML = "application/xml";
  private static final String CLUSTER = "cluster";

  /** Time between two lines of a backup: the service writes one for each hundredth of the bytes. */
  private static final Duration BACKUP = Duration.ofHours(1);

  private static final ResponseReader<byte[]> DOCUMENT =
      RestAnswer.of(answer -> answer.body().array());

  private final Attempt attempt;
  private final Addresses addresses;

  /**
   * The administration of an account at a path, which has its slash and is empty if the host name
   * contains the account.
   */
  public RestAdministration(Attempt attempt, String path) {
    this.attempt = attempt;
    this.addresses = new Addresses(path);
  }

  public Mono<byte[]> shards() {
    return send(request(HttpMethod.GET, addresses.action(""), of("shards"), JSON), DOCUMENT);
  }

  public Mono<Boolean> moveShard(int shard, int loop) {
    var options =
        of("shards").add("shard", Integer.toString(shard)).add("loop", Integer.toString(loop));
    return send(request(HttpMethod.PUT, addresses.action(""), options, JSON), RestAnswer.DONE);
  }

  public Mono<byte[]> nodes() {
    return send(request(HttpMethod.GET, addresses.action(""), of(CLUSTER), JSON), DOCUMENT);
  }

  /**
   * Has the node that leads hand over.
   *
   * @param node the node that is to lead; empty for the one with most entries
   */
  public Mono<Boolean> transferLeadership(String node) {
    var options = of(CLUSTER);
    if (!node.isEmpty()) {
      options.add("to", node);
    }
    return send(
        request(HttpMethod.POST, addresses.action(""), options, JSON).with("content-length", "0"),
        RestAnswer.DONE);
  }

  public Mono<Boolean> addNode(String node, String address) {
    return add(of(CLUSTER).add("node", node).add("address", address));
  }

  public Mono<Boolean> addListener(String node, String address) {
    return add(of(CLUSTER).add("node", node).add("address", address).add("listener", "true"));
  }

  private Mono<Boolean> add(QueryText options) {
    return send(
        request(HttpMethod.PUT, addresses.action(""), options, JSON).with("content-length", "0"),
        RestAnswer.DONE);
  }

  public Mono<Boolean> removeNode(String node) {
    return send(
        request(HttpMethod.DELETE, addresses.action(""), of(CLUSTER).add("node", node), JSON),
        RestAnswer.DONE);
  }

  public Mono<byte[]> advice() {
    return send(request(HttpMethod.GET, addresses.action(""), of("advice"), JSON), DOCUMENT);
  }

  public Mono<byte[]> advice(TableName table) {
    return send(request(HttpMethod.GET, at(table), of("advice"), JSON), DOCUMENT);
  }

  /**
   * Emits the lines about a backup.
   *
   * @param keep how many backups stay; 0 for all
   */
  public Flux<String> backup(String name, int keep) {
    return Flux.defer(() -> {
      var patience = PatientBody.none(BACKUP);
      var options = new QueryText().add("name", name);
      if (keep > 0) {
        options.add("keep", Integer.toString(keep));
      }
      var request = request(HttpMethod.POST, addresses.action("$backup"), options, "*/*")
          .with("content-length", "0")
          .with(patience);
      return attempt.transport().watched(attempt.send(request, LineAnswer.LINES), patience);
    });
  }

  public Mono<byte[]> accessPolicies(TableName table) {
    return send(request(HttpMethod.GET, at(table), of("acl"), XML), DOCUMENT);
  }

  public Mono<Boolean> setAccessPolicies(TableName table, byte[] document) {
    return send(
        request(HttpMethod.PUT, at(table), of("acl"), XML).with(document, XML), RestAnswer.DONE);
  }

  private String at(TableName table) {
    return addresses.account() + "/" + table;
  }

  private static QueryText of(String comp) {
    return new QueryText().add("comp", comp);
  }

  private <T> Mono<T> send(OutboundRequest request, ResponseReader<T> answer) {
    return attempt.send(request, answer).next();
  }

  private static OutboundRequest request(
      HttpMethod method, String path, QueryText options, String accepted) {
    return OutboundRequest.of(Protocol.HTTP_1, method, path, options.text(), accepted);
  }
}
