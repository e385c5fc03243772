package io.weir.spring;

import io.weir.api.FeedScope;
import io.weir.api.TableName;
import io.weir.pattern.process.ChangeHandler;
import io.weir.pattern.process.ProcessorOptions;

/**
 * Work on the changes of a table or an account: a member of a
 * {@link io.weir.pattern.process.ChangeProcessor}. All applications whose options have one name
 * share the changes. Options bound the concurrency, repeat failing work and park what goes on
 * failing.
 */
public record ChangeListener(ChangeHandler handler, ProcessorOptions options)
    implements WeirListener {

  /** Returns a listener to the changes of a table, from its first start on. */
  public static ChangeListener of(String name, String table, ChangeHandler handler) {
    var scope = FeedScope.of(new TableName(table));
    return new ChangeListener(handler, ProcessorOptions.of(name, scope).build());
  }

  @Override
  public String name() {
    return "changes:" + options.name();
  }
}
