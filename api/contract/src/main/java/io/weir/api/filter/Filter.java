package io.weir.api.filter;

import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import java.util.List;

/**
 * A condition that is either true or false for each entity.
 *
 * <p>A comparison is false for an entity that lacks the property, or whose property has a type that
 * cannot be compared with the literal. The negation of that comparison is therefore true. The
 * system properties PartitionKey, RowKey and Timestamp are compared under these names.
 *
 * <p>A function takes a string property. A test by a function, and a comparison of a function's
 * result, are false for an entity that lacks the property or whose property is no string.
 */
public sealed interface Filter {

  /** Matches every entity. */
  Filter ALL = new Constant(true);

  /** Matches no entity. */
  Filter NONE = new Constant(false);

  /** Calls the handler's method for this kind of node. */
  <R> R dispatch(Handler<R> handler);

  /**
   * Returns the operands of this filter in their order; empty for a condition on a property and for
   * a constant.
   */
  List<Filter> operands();

  /**
   * Whether a filter is true for an entity. It is decided property by property; a query decides the
   * same on stored bytes.
   */
  static boolean matches(Filter filter, Entity entity) {
    return filter.dispatch(new EntityEvaluation(entity));
  }

  /** One method for each kind of node. */
  interface Handler<R> {
    R comparison(Comparison filter);

    R textTest(TextTest filter);

    R derived(Derived filter);

    R and(And filter);

    R or(Or filter);

    R not(Not filter);

    R constant(Constant filter);
  }

  /** Decides whether a filter is true. An implementation decides conditions on properties only. */
  interface Evaluation extends Handler<Boolean> {

    @Override
    default Boolean and(And filter) {
      return filter.operands().stream().allMatch(operand -> operand.dispatch(this));
    }

    @Override
    default Boolean or(Or filter) {
      return filter.operands().stream().anyMatch(operand -> operand.dispatch(this));
    }

    @Override
    default Boolean not(Not filter) {
      return !filter.operand().dispatch(this);
    }

    @Override
    default Boolean constant(Constant filter) {
      return filter.value();
    }
  }

  /**
   * A condition on one property. The property's name is not checked: a name that no entity can have
   * matches nothing.
   */
  sealed interface OfProperty extends Filter {

    /** Returns the name of the property. */
    String property();

    @Override
    default List<Filter> operands() {
      return List.of();
    }
  }

  /** {@code property operator literal}. */
  record Comparison(String property, Operator operator, EdmValue literal) implements OfProperty {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.comparison(this);
    }
  }

  /**
   * {@code match(property,'text')}.
   *
   * @param property the property
   * @param lowered whether the property's text is lowered first, see {@link Derivation#LOWERED}
   * @param match how the property's text must contain the given one
   * @param text is compared as it is: with an upper case letter in it, no lowered text matches
   */
  record TextTest(String property, boolean lowered, TextMatch match, String text)
      implements OfProperty {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.textTest(this);
    }
  }

  /** {@code function(property) operator literal}. */
  record Derived(String property, Derivation derivation, Operator operator, EdmValue literal)
      implements OfProperty {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.derived(this);
    }
  }

  /** True when all operands are true; at least two operands. */
  record And(List<Filter> operands) implements Filter {
    public And {
      operands = requireTwo(operands);
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.and(this);
    }
  }

  /** True when at least one operand is true; at least two operands. */
  record Or(List<Filter> operands) implements Filter {
    public Or {
      operands = requireTwo(operands);
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.or(this);
    }
  }

  /** True when the operand is false. */
  record Not(Filter operand) implements Filter {
    @Override
    public List<Filter> operands() {
      return List.of(operand);
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.not(this);
    }
  }

  /** True for every entity, or false for every entity. */
  record Constant(boolean value) implements Filter {
    @Override
    public List<Filter> operands() {
      return List.of();
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.constant(this);
    }
  }

  private static List<Filter> requireTwo(List<Filter> operands) {
    if (operands.size() < 2) {
      throw new IllegalArgumentException(
          "Conjunctions and disjunctions have at least two operands. size=" + operands.size());
    }
    return List.copyOf(operands);
  }
}
