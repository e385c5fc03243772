package io.weir.api.filter;

import io.weir.api.edm.EdmValue;
import java.util.List;

/**
 * A condition on an entity, either true or false of each.
 *
 * <p>A comparison is false of an entity that lacks the property or holds it in a type that cannot be compared with the literal;
 * {@code not} of that comparison is therefore true. The system properties PartitionKey, RowKey and Timestamp are compared by the
 * same names.
 */
public sealed interface Filter {

  /** Matches every entity. */
  Filter ALL = new Constant(true);

  /** Matches no entity. */
  Filter NONE = new Constant(false);

  /** Calls the method of the handler that belongs to this node. */
  <R> R dispatch(Handler<R> handler);

  /** The filters that this one is made of, in their order; none for a comparison and for a constant. */
  List<Filter> operands();

  /** One method for each kind of node. */
  interface Handler<R> {
    R comparison(Comparison filter);

    R and(And filter);

    R or(Or filter);

    R not(Not filter);

    R constant(Constant filter);
  }

  /** Says whether a filter is true of one thing, once it is told how a comparison is decided. */
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

  /** {@code property operator literal}. The property's name is not checked: one that no entity can have matches nothing. */
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

  /** True where all operands are; at least two. */
  record And(List<Filter> operands) implements Filter {
    public And {
      operands = requireTwo(operands);
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.and(this);
    }
  }

  /** True where one of the operands is; at least two. */
  record Or(List<Filter> operands) implements Filter {
    public Or {
      operands = requireTwo(operands);
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.or(this);
    }
  }

  /** True where the operand is not. */
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

  /** The same for every entity. */
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
          "A conjunction has at least two operands. size=" + operands.size());
    }
    return List.copyOf(operands);
  }
}
