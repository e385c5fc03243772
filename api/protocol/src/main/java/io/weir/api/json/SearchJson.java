package io.weir.api.json;

import io.weir.api.TableName;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchState;
import io.weir.api.search.SearchStatus;
import io.weir.api.search.SearchedProperty;
import io.weir.api.search.TextAnalyzer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The JSON objects of full-text search. Any thread.
 *
 * <pre>
 * definition  {"properties":[{"name":"Remarks","analyzer":"english","weight":2.0},{"name":"Species"}]}
 * status      {"table":"Strikes", members of the definition, "state":"ready","documents":3,"bytes":120,"lagMillis":0,"lagBytes":0,
 *              "rebuilding":false,"rebuilt":0}, and "failure":"..." if the index has failed
 * list        {"value":[status, ..]}
 * </pre>
 *
 * <p>The analyzer may be absent and is {@code standard} then, the weight 1. Unknown members are
 * refused in a definition and ignored in an answer.
 */
public final class SearchJson {

  private static final JsonForm<Definition> DEFINITION =
      new JsonForm<>("searchDefinition", Definition.class);
  private static final JsonForm<Status> STATUS = new JsonForm<>("searchStatus", Status.class);
  private static final JsonForm<Statuses> LIST = new JsonForm<>("searchStatus", Statuses.class);

  private SearchJson() {}

  private record Definition(List<Property> properties) {

    static Definition of(SearchDefinition definition) {
      return new Definition(definition.properties().stream().map(Property::of).toList());
    }

    SearchDefinition definition() {
      return new SearchDefinition(properties.stream().map(Property::property).toList());
    }
  }

  private record Property(String name, Optional<String> analyzer, Optional<Double> weight) {

    static Property of(SearchedProperty property) {
      return new Property(
          property.name(), Optional.of(property.analyzer().text()), Optional.of(property.weight()));
    }

    SearchedProperty property() {
      return new SearchedProperty(
          name,
          analyzer.map(TextAnalyzer::parse).orElse(TextAnalyzer.STANDARD),
          weight.orElse(1.0));
    }
  }

  private record Status(
      String table,
      List<Property> properties,
      SearchState state,
      long documents,
      long bytes,
      long lagMillis,
      long lagBytes,
      boolean rebuilding,
      long rebuilt,
      Optional<String> failure) {

    static Status of(SearchStatus status) {
      return new Status(
          status.table().value(),
          Definition.of(status.definition()).properties(),
          status.state(),
          status.documents(),
          status.bytes(),
          status.lag().toMillis(),
          status.lagBytes(),
          status.isRebuilding(),
          status.rebuilt(),
          Optional.of(status.failure()).filter(failure -> !failure.isEmpty()));
    }

    SearchStatus status() {
      return new SearchStatus(
          new TableName(table),
          new Definition(properties).definition(),
          state,
          documents,
          bytes,
          Duration.ofMillis(lagMillis),
          lagBytes,
          rebuilding,
          rebuilt,
          failure.orElse(""));
    }
  }

  private record Statuses(List<Status> value) {}

  /** Returns a definition as a request body. */
  public static byte[] write(SearchDefinition definition) {
    return DEFINITION.write(Definition.of(definition));
  }

  /** Returns a status. */
  public static byte[] write(SearchStatus status) {
    return STATUS.write(Status.of(status));
  }

  /** Returns a list. */
  public static byte[] write(List<SearchStatus> all) {
    return LIST.write(new Statuses(all.stream().map(Status::of).toList()));
  }

  /** Reads a status. Fails with {@code InvalidInput} for another form. */
  public static SearchStatus readStatus(byte[] body) {
    return STATUS.readAnswer(body).status();
  }

  /** Reads a list. Fails with {@code InvalidInput} for another form. */
  public static List<SearchStatus> readList(byte[] body) {
    return LIST.readAnswer(body).value().stream().map(Status::status).toList();
  }

  /**
   * Reads a definition. Fails with {@code InvalidInput}, the member and the offset for a body of
   * another form, and as {@link SearchDefinition} and {@link SearchedProperty} do.
   */
  public static SearchDefinition read(byte[] body) {
    return DEFINITION.readRequest(body).definition();
  }
}
