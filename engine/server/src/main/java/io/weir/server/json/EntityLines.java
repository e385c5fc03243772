package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.weir.api.Continuation;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.api.error.TableServiceException;
import tools.jackson.core.JsonGenerator;

/**
 * Appends entities to a buffer as lines of JSON: one object and a line feed each, with what the minimal level tells about an entity
 * ({@code odata.etag} and the types that JSON does not show). {@link EntityReader} reads a line back. Between them stand lines about
 * the stream itself, told by a single member whose name begins with a dollar sign.
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
    this.json = JsonBuffer.generator(out);
    this.fields = new EntityFields(json, MetadataLevel.MINIMAL, selection, null);
  }

  /** Appends a line. */
  public void entity(Entity entity) {
    json.writeStartObject();
    fields.write(entity);
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** Appends how far a stream is: {@code {"$progress":{"resume":"TOKEN","scanned":70000}}}. */
  public void progress(Continuation resume, long scanned) {
    beginControl("$progress");
    json.writeStringProperty("resume", resume.encode());
    json.writeNumberProperty("scanned", scanned);
    endControl();
  }

  /** Appends that a stream is complete: {@code {"$end":{"plan":"..","ranges":1,"scanned":2,"returned":3}}}. */
  public void end(QueryReport report) {
    beginControl("$end");
    json.writeStringProperty("plan", report.path().name());
    json.writeNumberProperty("ranges", report.ranges());
    json.writeNumberProperty("scanned", report.scanned());
    json.writeNumberProperty("returned", report.returned());
    endControl();
  }

  /** Appends that a stream is not complete, and where its rest is: {@code {"$more":{"resume":"TOKEN","returned":3}}}. */
  public void more(Continuation resume, long returned) {
    beginControl("$more");
    json.writeStringProperty("resume", resume.encode());
    json.writeNumberProperty("returned", returned);
    endControl();
  }

  /** Appends why a stream breaks off: {@code {"$error":{"code":"..","message":".."}}}. */
  public void error(TableServiceException failure) {
    beginControl("$error");
    json.writeStringProperty("code", failure.code().code());
    json.writeStringProperty("message", failure.getMessage());
    endControl();
  }

  /** No property has a name that begins so. */
  private void beginControl(String name) {
    json.writeStartObject();
    json.writeObjectPropertyStart(name);
  }

  private void endControl() {
    json.writeEndObject();
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
