package io.weir.search.index;

import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchedProperty;
import io.weir.search.query.Clause;
import io.weir.search.query.SyntaxFailure;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.QueryBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Makes a query of the clauses of a search. Immutable; any thread.
 *
 * <p>A clause over several properties scores as its best property, and by a tenth of the others. A
 * clause of which the analyzer leaves nothing, such as a function word, asks for nothing.
 */
final class ClauseQueries {

  private static final float TIE = 0.1f;

  private final Analyzer analyzer;
  private final SearchDefinition definition;
  private final SearchDefinition weights;

  /**
   * Makes the queries of an index.
   *
   * @param definition the properties that the index has
   * @param weights the definition in force, whose weights count
   */
  ClauseQueries(Analyzer analyzer, SearchDefinition definition, SearchDefinition weights) {
    this.analyzer = analyzer;
    this.definition = definition;
    this.weights = weights;
  }

  /**
   * Returns the query. Fails with {@code InvalidInput} for a clause of a property that is not
   * searched.
   */
  Query of(List<Clause> clauses) {
    var query = new BooleanQuery.Builder();
    var positive = false;
    for (var clause : clauses) {
      var one = of(clause);
      if (one != null) {
        query.add(one, occurrence(clause.presence()));
        positive |= clause.presence() != Clause.Presence.EXCLUDED;
      }
    }
    return positive
        ? query.build()
        : new MatchNoDocsQuery("no word is left that could be searched for");
  }

  private static Occur occurrence(Clause.Presence presence) {
    return switch (presence) {
      case OPTIONAL -> Occur.SHOULD;
      case REQUIRED -> Occur.MUST;
      case EXCLUDED -> Occur.MUST_NOT;
    };
  }

  private @Nullable Query of(Clause clause) {
    var parts = properties(clause).stream()
        .map(property -> weighted(property, clause))
        .filter(Objects::nonNull)
        .toList();
    return switch (parts.size()) {
      case 0 -> null;
      case 1 -> parts.get(0);
      default -> new DisjunctionMaxQuery(parts, TIE);
    };
  }

  private List<SearchedProperty> properties(Clause clause) {
    if (clause.property().isEmpty()) {
      return definition.properties();
    }
    var name = clause.property().get();
    return find(definition, name)
        .map(List::of)
        .orElseThrow(() -> SyntaxFailure.at(
            clause.at(),
            "phraseOrProperty properties="
                + definition.properties().stream()
                    .map(SearchedProperty::name)
                    .collect(Collectors.joining(","))));
  }

  private static Optional<SearchedProperty> find(SearchDefinition in, String name) {
    return in.properties().stream()
        .filter(property -> property.name().equals(name))
        .findFirst();
  }

  private @Nullable Query weighted(SearchedProperty property, Clause clause) {
    var query = ofField(EntityDocuments.field(property.name()), clause);
    var weight = find(weights, property.name()).orElse(property).weight();
    return query == null || weight == 1 ? query : new BoostQuery(query, (float) weight);
  }

  private @Nullable Query ofField(String field, Clause clause) {
    return switch (clause.kind()) {
      case WORD, PHRASE -> new QueryBuilder(analyzer).createPhraseQuery(field, clause.text());
      case PREFIX -> new PrefixQuery(new Term(field, analyzer.normalize(field, clause.text())));
    };
  }
}
