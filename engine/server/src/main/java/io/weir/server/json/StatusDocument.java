package io.weir.server.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.weir.api.json.JsonForm;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a service tells its operator of itself, as JSON. Immutable.
 *
 * @param started when the process began
 * @param versions names of parts, and their versions
 * @param settings the settings that the service runs with
 * @param log the newest lines, the oldest first
 */
public record StatusDocument(
    Instant started, List<PartVersion> versions, List<Setting> settings, List<LogLine> log) {

  public StatusDocument {
    versions = List.copyOf(versions);
    settings = List.copyOf(settings);
    log = List.copyOf(log);
  }

  /** Returns the document as JSON. */
  public byte[] write() {
    return Form.OF_ALL.write(this);
  }

  /**
   * deliberate: not made with the first document, which a service makes at its start, but at the
   * first request.
   */
  private static final class Form {

    static final JsonForm<StatusDocument> OF_ALL = new JsonForm<>("status", StatusDocument.class);
  }

  /** A part of the service and its version. */
  public record PartVersion(String name, String version) {}

  /**
   * A setting.
   *
   * @param name as a person gives it: {@code --port}
   * @param value empty for a secret, and for a setting that has no value; null in the JSON then
   * @param origin where the value comes from, for a person: {@code command line}
   * @param secret whether the value is not told
   */
  public record Setting(
      String name,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<String> value,
      String origin,
      boolean secret) {}

  /**
   * A line of the log.
   *
   * @param level {@code INFO}, {@code WARN} or {@code ERROR}
   * @param text the message, and the failure if there is one
   */
  public record LogLine(Instant at, String level, String logger, String thread, String text) {}
}
