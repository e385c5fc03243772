package io.weir.perf.endpoint;

import io.weir.perf.workload.DataSet;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.api.entity.Entity;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;

/**
 * New versions of entities at random places of a data set, as entities and as lines of JSON, made beforehand. Immutable.
 *
 * @param entities in the order in which they are written
 * @param lines the same, a line each, in chunks of about 16 KiB
 */
record Replacements(List<Entity> entities, List<byte[]> lines) {

  private static final long SEED = 46;
  private static final int CHUNK_BYTES = 16 * 1024;

  static Replacements of(DataSet data, int count) {
    var entities = new SplittableRandom(SEED)
        .ints(count, 0, data.entities())
        .mapToObj(number -> data.entity(number, 1))
        .toList();
    return new Replacements(entities, lines(entities));
  }

  /** The body of a bulk write of all of them. */
  Flux<ByteBuf> body() {
    return Flux.fromIterable(lines).map(Unpooled::wrappedBuffer);
  }

  private static List<byte[]> lines(List<Entity> entities) {
    var chunks = new ArrayList<byte[]>();
    var chunk = new ByteArrayOutputStream();
    for (var entity : entities) {
      chunk.writeBytes(line(entity).getBytes(UTF_8));
      if (chunk.size() >= CHUNK_BYTES) {
        chunks.add(chunk.toByteArray());
        chunk.reset();
      }
    }
    chunks.add(chunk.toByteArray());
    return chunks;
  }

  private static String line(Entity entity) {
    return "{" + members(entity) + "}\n";
  }

  /** Members of the entity in JSON; all its properties are letters, so nothing has to be escaped. */
  static String members(Entity entity) {
    var keys = "\"PartitionKey\":\"%s\",\"RowKey\":\"%s\""
        .formatted(entity.partitionKey(), entity.rowKey());
    return entity.toMap().keySet().stream()
        .map(name -> ",\"%s\":\"%s\"".formatted(name, entity.getString(name).orElseThrow()))
        .collect(Collectors.joining("", keys, ""));
  }
}
