package io.weir.perf.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.entity.Entity;
import io.weir.perf.http.RowJson;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.Population;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * New versions of rows at random places of a population, in each form in which they are written. Built before the measurement; immutable.
 *
 * @param rows in the order in which they are written
 * @param entities the rows as entities of Weir
 * @param lines the rows as lines of JSON, in chunks of about 16 KiB
 */
record Replacements(List<DataRow> rows, List<Entity> entities, List<byte[]> lines) {

  private static final long SEED = 46;
  private static final int CHUNK_BYTES = 16 * 1024;

  static Replacements of(Population population, int count) {
    var rows = new SplittableRandom(SEED)
        .ints(count, 0, population.entities())
        .mapToObj(number -> population.row(number, 1))
        .toList();
    return new Replacements(rows, rows.stream().map(DataRow::entity).toList(), lines(rows));
  }

  private static List<byte[]> lines(List<DataRow> rows) {
    var chunks = new ArrayList<byte[]>();
    var chunk = new ByteArrayOutputStream();
    for (var row : rows) {
      chunk.writeBytes((RowJson.of(row) + "\n").getBytes(UTF_8));
      if (chunk.size() >= CHUNK_BYTES) {
        chunks.add(chunk.toByteArray());
        chunk.reset();
      }
    }
    chunks.add(chunk.toByteArray());
    return chunks;
  }
}
