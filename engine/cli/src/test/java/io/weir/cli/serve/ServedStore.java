package io.weir.cli.serve;

import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;

/** A store served by {@code weir serve} with options, for tests of other packages. */
public final class ServedStore implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ServingThread serving;
  private final WeirClient client;

  private ServedStore(ServingThread serving, WeirClient client) {
    this.serving = serving;
    this.client = client;
  }

  public static ServedStore serve(Path store, String... options) throws IOException {
    var serving = ServingThread.start(store, Map.of(), options);
    return new ServedStore(
        serving, WeirClient.builder().endpoint(serving.url()).loops(1).connect());
  }

  /** Returns the address of the service, without the account. */
  public String origin() {
    return serving.url().substring(0, serving.url().lastIndexOf('/'));
  }

  /**
   * Creates a table and inserts {@code count} entities, whose property {@code Number} counts from
   * 0.
   */
  public void insert(String table, int count) {
    var name = new TableName(table);
    client
        .createTable(name)
        .thenMany(Flux.range(0, count))
        .flatMap(
            i -> client.write(
                name,
                new Write.Insert(
                    Entity.builder("p" + i % 16, "r" + i).set("Number", i).build())),
            8)
        .blockLast(PATIENCE);
  }

  /** Returns the address of the account. */
  public String url() {
    return serving.url();
  }

  /**
   * Creates a table and inserts {@code count} entities of different partitions by one joint commit.
   */
  public void insertJointly(String table, int count) {
    var name = new TableName(table);
    var inserts = IntStream.range(0, count)
        .mapToObj(i ->
            TableWrite.of(name, new Write.Insert(Entity.builder("p" + i, "r").build())))
        .toList();
    client.createTable(name).then(client.commit(new JointCommit(inserts))).block(PATIENCE);
  }

  @Override
  public void close() throws Exception {
    client.closeLater().block(PATIENCE);
    serving.close();
  }
}
