package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import tools.jackson.core.JsonGenerator;

/**
 * Appends entities to a buffer as lines of JSON: one object and a line feed each, with what the minimal level tells about an entity
 * ({@code odata.etag} and the types that JSON does not show). {@link EntityReader} reads a line back.
 *
 * <p>Lines reach the buffer at the latest when this is closed. The buffer stays its owner's. Belongs to one thread.
 */
public final class EntityLines implements AutoCloseable {

  /** The media type of lines of JSON. */
  public static final String CONTENT_TYPE = "application/x-ndjson";

  private final JsonGenerator json;
  private final EntityFields fields;

  /**
   * A writer that appends to the buffer.
   *
   * @param selection which properties are written, the system ones included
   */
  public EntityLines(ByteBuf out, Selection selection) {
    this.json = Json.generator(out);
    this.fields = new EntityFields(json, MetadataLevel.MINIMAL, selection, null);
  }

  /** Appends a line. */
  public void entity(Entity entity) {
    json.writeStartObject();
    fields.write(entity);
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** Brings what is written so far into the buffer, so that its length can be looked at. */
  public void flush() {
    json.flush();
  }

  @Override
  public void close() {
    json.close();
  }
}
