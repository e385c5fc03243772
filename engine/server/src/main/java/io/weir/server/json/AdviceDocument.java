package io.weir.server.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.weir.api.json.JsonForm;
import io.weir.engine.advice.Advice;
import io.weir.engine.advice.AdviceReport;
import io.weir.engine.advice.Evidence;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A report of advice as JSON: texts for a person. Members that it does not know are skipped.
 * Immutable.
 *
 * @param observing whether the service observes requests
 * @param every one of so many ordinary requests is recorded
 * @param seconds the time that the record covers
 * @param items by table, then by kind
 */
public record AdviceDocument(
    boolean observing,
    long every,
    long seconds,
    @JsonProperty("advice") List<Item> items) {

  private static final JsonForm<AdviceDocument> FORM =
      new JsonForm<>("advice", AdviceDocument.class);

  /**
   * One piece of advice; see {@link io.weir.engine.advice.Advice}.
   *
   * @param evidence texts and numbers by name, in their order
   */
  public record Item(
      String kind,
      String table,
      String finding,
      Map<String, Object> evidence,
      String action,
      List<String> commands,
      String pattern) {

    public Item {
      JsonForm.require(evidence.values().stream().allMatch(Item::isFact), "evidence");
      evidence = Collections.unmodifiableMap(new LinkedHashMap<>(evidence));
      commands = List.copyOf(commands);
    }

    private static Item of(Advice advice) {
      var evidence = new LinkedHashMap<String, Object>();
      advice.evidence().forEach(each -> evidence.put(each.name(), valueOf(each)));
      return new Item(
          advice.kind().code(),
          advice.table().value(),
          advice.finding(),
          evidence,
          advice.action(),
          advice.commands(),
          advice.pattern());
    }

    private static boolean isFact(Object value) {
      return value instanceof String || value instanceof Number;
    }

    private static Object valueOf(Evidence evidence) {
      return evidence.isNumber() ? new BigDecimal(evidence.text()) : evidence.text();
    }
  }

  public AdviceDocument {
    items = List.copyOf(items);
  }

  /** Returns the document of a report. */
  public static AdviceDocument of(AdviceReport report) {
    return new AdviceDocument(
        report.isObserving(),
        report.every(),
        report.span().toSeconds(),
        report.advice().stream().map(Item::of).toList());
  }

  /** Returns the document as JSON. */
  public byte[] write() {
    return FORM.write(this);
  }

  /** Reads what {@link #write} returned. Fails with {@code InvalidInput} for anything else. */
  public static AdviceDocument read(byte[] body) {
    return FORM.readAnswer(body);
  }
}
