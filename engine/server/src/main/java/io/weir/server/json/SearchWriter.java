package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.entity.Selection;
import io.weir.api.json.SearchHits;
import io.weir.api.search.SearchHit;
import io.weir.api.search.SearchPage;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * Writes the answer of a search. Each entity begins with its score, at every level of metadata.
 *
 * <pre>
 * page   {"odata.metadata":"..","value":[{"weir.score":1.25,"odata.etag":"..","PartitionKey":..},..]}
 * lines  {"weir.score":1.25,"odata.etag":"..","PartitionKey":..}
 *        {"$end":{"lagMillis":0,"returned":1}}, or {"$more":{"lagMillis":0,"next":20,"returned":20}}
 * </pre>
 *
 * <p>Any thread. The caller owns the returned buffers.
 */
public final class SearchWriter {

  private static final int BYTES_BESIDE = 512;

  private final TableAddress table;
  private final Selection selection;

  /**
   * Creates a writer for the entities of one table.
   *
   * @param selection the properties to write; applies to system properties too
   */
  public SearchWriter(TableAddress table, Selection selection) {
    this.table = table;
    this.selection = selection;
  }

  /** Returns a page as JSON. */
  public ByteBuf page(SearchPage page, MetadataLevel level, ByteBufAllocator allocator) {
    return new JsonItems<SearchHit>(
            level,
            table.accountUrl() + "/$metadata#" + table.table(),
            json -> hit(json, new EntityFields(json, level, selection, new EntityLinks(table))))
        .list(page.hits(), LongBuffer.allocate(allocator, estimate(page)));
  }

  /** Returns a page as lines. */
  public ByteBuf lines(SearchPage page, ByteBufAllocator allocator) {
    var out = LongBuffer.allocate(allocator, estimate(page));
    try (var json = JsonBuffer.generator(out)) {
      var each = hit(json, new EntityFields(json, MetadataLevel.MINIMAL, selection, null));
      for (var found : page.hits()) {
        json.writeStartObject();
        each.accept(found);
        json.writeEndObject();
        json.writeRaw('\n');
      }
      end(page, json);
    } catch (RuntimeException e) {
      out.release();
      throw e;
    }
    return LongBuffer.trim(out);
  }

  private static Consumer<SearchHit> hit(JsonGenerator json, EntityFields fields) {
    return hit -> {
      json.writeNumberProperty(SearchHits.SCORE, hit.score());
      fields.write(hit.entity());
    };
  }

  private static void end(SearchPage page, JsonGenerator json) {
    json.writeStartObject();
    json.writeObjectPropertyStart(page.next().isPresent() ? "$more" : "$end");
    json.writeNumberProperty("lagMillis", page.lag().toMillis());
    if (page.next().isPresent()) {
      json.writeNumberProperty("next", page.next().getAsInt());
    }
    json.writeNumberProperty("returned", page.hits().size());
    json.writeEndObject();
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private static int estimate(SearchPage page) {
    return BYTES_BESIDE
        + page.hits().stream()
            .mapToInt(hit -> hit.entity().encoded().length * 5 / 4 + BYTES_BESIDE)
            .sum();
  }
}
