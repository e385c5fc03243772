package io.weir.engine.query;

import io.weir.api.TableName;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.filter.Comparisons;
import io.weir.api.filter.Filter;
import java.util.Locale;

/**
 * Evaluates the filter of a listing against a table's name. Both sides are folded to lower case, so
 * the filter ignores case.
 */
public record TableNameFilter(TableName name) implements Filter.Evaluation {

  @Override
  public Boolean comparison(Filter.Comparison filter) {
    return filter.property().equals("TableName")
        && Comparisons.holds(
            new EdmString(name.folded()), filter.operator(), folded(filter.literal()));
  }

  @Override
  public Boolean textTest(Filter.TextTest filter) {
    return filter.property().equals("TableName")
        && filter.match().holds(name.folded(), filter.text().toLowerCase(Locale.ROOT));
  }

  @Override
  public Boolean derived(Filter.Derived filter) {
    return filter.property().equals("TableName")
        && Comparisons.holds(
            new EdmString(name.folded()),
            new Filter.Derived(
                filter.property(),
                filter.derivation(),
                filter.operator(),
                folded(filter.literal())));
  }

  private static EdmValue folded(EdmValue literal) {
    return literal instanceof EdmString text
        ? new EdmString(text.value().toLowerCase(Locale.ROOT))
        : literal;
  }
}
