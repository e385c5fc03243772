package io.weir.api.filter;

import io.weir.api.edm.EdmValue;
import java.util.List;

/**
 * A condition that is either true or false for each entity.
 *
 * <p>A comparison is false for an entity that lacks the property, or whose property has a type that cannot be compared with the
 * literal. The negation of that comparison is therefore true. The system properties PartitionKey, RowKey and Timestamp are compared
 * under these names.
 */
public sealed interface Filter {

  /** Matches every entity. */
  Filter ALL = new Constant(true);

  /** Matches no entity. */
  Filter NONE = new Constant(false);

  /** Calls the handler's method for this kind of node. */
  <R> R dispatch(Handler<R> handler);

  /** Returns the operands of this filter in their order; empty for a comparison and for a constant. */
  List<Filter> operands();

  /** One method for each kind of node. */
  interface Handler<R> {
    R comparison(Comparison filter);

    R and(And filter);

    R or(Or filter);

    R not(Not filter);

    R constant(Constant filter);
  }

  /** Decides whether a filter is true. An implementation decides comparisons only. */
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

  /** {@code property operator literal}. The property's name is not checked: a name that no entity can have matches nothing. */
  record Comparison(String property, Operator operator, EdmValue literal) implements Filter {
    @Override
    public List<Filter> operands() {
      return List.of();
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.comparison(this);
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
