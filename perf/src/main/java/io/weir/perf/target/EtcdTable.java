package io.weir.perf.target;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.weir.api.entity.EntityKey;
import io.weir.perf.load.Row;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rows as keys and values of etcd, each in one piece; a prefix is the table. */
record EtcdTable(HttpClient client, String name) implements Table {

  private static final JsonMapper MAPPER = JsonMapper.shared();

  /** Behind every row of a partition, and before the next partition. */
  private static final String PARTITION_END = "0";

  @Override
  public Mono<Integer> read(EntityKey key) {
    return ask("range", Map.of("key", text(path(key)))).map(EtcdTable::found);
  }

  @Override
  public Mono<Integer> upsert(Row row) {
    return ask("put", put(row)).thenReturn(1);
  }

  /** Where the key was never made, or was deleted, its revision of creation is 0. */
  @Override
  public Mono<Integer> insert(Row row) {
    var absent = Map.of(
        "key",
        text(path(row.key())),
        "target",
        "CREATE",
        "result",
        "EQUAL",
        "create_revision",
        "0");
    var success = List.of(Map.of("request_put", put(row)));
    return ask("txn", Map.of("compare", List.of(absent), "success", success))
        .map(answer -> answer.path("succeeded").asBoolean(false) ? 1 : 0)
        .filter(rows -> rows == 1)
        .switchIfEmpty(Mono.error(() -> new WrongAnswer("the row was there")));
  }

  @Override
  public Mono<Integer> scan(EntityKey from, int rows) {
    var end = name + "/" + from.partitionKey() + PARTITION_END;
    return ask("range", Map.of("key", text(path(from)), "range_end", text(end), "limit", rows))
        .map(EtcdTable::found);
  }

  @Override
  public Mono<Integer> batch(List<Row> rows) {
    var puts = rows.stream().map(row -> Map.of("request_put", put(row))).toList();
    return ask("txn", Map.of("success", puts)).thenReturn(rows.size());
  }

  private Mono<JsonNode> ask(String what, Map<String, ?> question) {
    return client
        .post()
        .uri("/v3/kv/" + what)
        .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(MAPPER.writeValueAsBytes(question))))
        .responseSingle((response, content) -> {
          HttpConnections.requireSuccess(response);
          return content.asByteArray();
        })
        .map(MAPPER::readTree);
  }

  private Map<String, String> put(Row row) {
    return Map.of("key", text(path(row.key())), "value", text(row.blob()));
  }

  private String path(EntityKey key) {
    return name + "/" + key.partitionKey() + "/" + key.rowKey();
  }

  private static int found(JsonNode answer) {
    return answer.path("kvs").size();
  }

  private static String text(String key) {
    return text(key.getBytes(UTF_8));
  }

  private static String text(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
