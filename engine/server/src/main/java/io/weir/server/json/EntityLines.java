package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.weir.api.Continuation;
import io.weir.api.FeedItem;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.api.error.TableServiceException;

/**
 * Appends entities to a buffer as lines of JSON, one object and one line feed each. An entity
 * carries the annotations of the minimal level: {@code odata.etag} and the types that JSON does not
 * show. {@link EntityReader} parses such a line.
 *
 * <p>Control lines about the stream itself stand between them.
 */
public final class EntityLines extends JsonLines {

  /** The media type of newline-delimited JSON. */
  public static final String CONTENT_TYPE = "application/x-ndjson";

  private final EntityFields fields;
  private final FeedFields feed;

  /**
   * Creates a writer that appends to a buffer.
   *
   * @param selection the properties to write; applies to system properties too
   */
  public EntityLines(ByteBuf out, Selection selection) {
    super(out);
    this.fields = new EntityFields(json, MetadataLevel.MINIMAL, selection, null);
    this.feed = new FeedFields(json);
  }

  /** Appends an entity. */
  public void entity(Entity entity) {
    json.writeStartObject();
    fields.write(entity);
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** Appends an item of a change feed; see {@link FeedFields}. */
  public void feed(FeedItem item) {
    feed.write(item);
    json.writeRaw('\n');
  }

  /** Appends the progress of a stream: {@code {"$progress":{"resume":"TOKEN","scanned":70000}}}. */
  public void progress(Continuation resume, long scanned) {
    beginControl("$progress");
    json.writeStringProperty("resume", resume.encode());
    json.writeNumberProperty("scanned", scanned);
    endControl();
  }

  /**
   * Appends the end of a complete stream:
   * {@code {"$end":{"plan":"..","ranges":1,"scanned":2,"returned":3}}}, with an index after the
   * plan.
   */
  public void end(QueryReport report) {
    beginControl("$end");
    json.writeStringProperty("plan", report.path().name());
    if (!report.index().isEmpty()) {
      json.writeStringProperty("index", report.index());
    }
    json.writeNumberProperty("ranges", report.ranges());
    json.writeNumberProperty("scanned", report.scanned());
    json.writeNumberProperty("returned", report.returned());
    endControl();
  }

  /**
   * Appends the end of an incomplete stream and the token of its rest:
   * {@code {"$more":{"resume":"TOKEN","returned":3}}}.
   */
  public void more(Continuation resume, long returned) {
    beginControl("$more");
    json.writeStringProperty("resume", resume.encode());
    json.writeNumberProperty("returned", returned);
    endControl();
  }

  /**
   * Appends the failure that ended a stream early: {@code {"$error":{"code":"..","message":".."}}}.
   */
  public void error(TableServiceException failure) {
    beginControl("$error");
    cause(failure);
    endControl();
  }
}
