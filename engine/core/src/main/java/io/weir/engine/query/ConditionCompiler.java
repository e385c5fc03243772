package io.weir.engine.query;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.KeyText;
import io.weir.api.filter.Filter;
import java.nio.ByteBuffer;
import java.util.List;

/** Compiles filters to conditions. It computes once everything that depends on the filter alone. */
final class ConditionCompiler implements Filter.Handler<CompiledCondition> {

  private final ComparedProperties names;

  ConditionCompiler(ComparedProperties names) {
    this.names = names;
  }

  @Override
  public CompiledCondition comparison(Filter.Comparison filter) {
    return switch (filter.property()) {
      case "PartitionKey" -> partitionKey(filter);
      case "RowKey" -> rowKey(filter);
      case "Timestamp" -> timestamp(filter);
      default -> property(filter);
    };
  }

  @Override
  public CompiledCondition textTest(Filter.TextTest filter) {
    return ofText(filter.property(), TextConditions.of(filter));
  }

  @Override
  public CompiledCondition derived(Filter.Derived filter) {
    return ofText(filter.property(), TextConditions.of(filter));
  }

  @Override
  public CompiledCondition and(Filter.And filter) {
    var operands = compiled(filter.operands());
    return entity -> {
      for (var operand : operands) {
        if (!operand.holds(entity)) {
          return false;
        }
      }
      return true;
    };
  }

  @Override
  public CompiledCondition or(Filter.Or filter) {
    var operands = compiled(filter.operands());
    return entity -> {
      for (var operand : operands) {
        if (operand.holds(entity)) {
          return true;
        }
      }
      return false;
    };
  }

  @Override
  public CompiledCondition not(Filter.Not filter) {
    var operand = filter.operand().dispatch(this);
    return entity -> !operand.holds(entity);
  }

  @Override
  public CompiledCondition constant(Filter.Constant filter) {
    return filter.value() ? CompiledCondition.ALWAYS : CompiledCondition.NEVER;
  }

  private static CompiledCondition partitionKey(Filter.Comparison filter) {
    if (!(filter.literal() instanceof EdmString literal)) {
      return CompiledCondition.NEVER;
    }
    var operator = filter.operator();
    var text = KeyText.encode(literal.value());
    return entity -> operator.holds(entity.comparePartitionKey(text));
  }

  private static CompiledCondition rowKey(Filter.Comparison filter) {
    if (!(filter.literal() instanceof EdmString literal)) {
      return CompiledCondition.NEVER;
    }
    var operator = filter.operator();
    var text = KeyText.encode(literal.value());
    return entity -> operator.holds(entity.compareRowKey(text));
  }

  private static CompiledCondition timestamp(Filter.Comparison filter) {
    if (!(filter.literal() instanceof EdmDateTime literal)) {
      return CompiledCondition.NEVER;
    }
    var operator = filter.operator();
    var ticks = ByteBuffer.allocate(Long.BYTES).putLong(literal.ticks()).array();
    return entity -> operator.holds(entity.compareTimestamp(ticks));
  }

  private CompiledCondition property(Filter.Comparison filter) {
    var name = names.indexOf(filter.property());
    var test = filter.literal().dispatch(new ValueTests(filter.operator()));
    return entity -> {
      var property = entity.property(name);
      return property != null && test.holds(property);
    };
  }

  private CompiledCondition ofText(String property, TextCondition condition) {
    return switch (property) {
      case "PartitionKey" -> entity -> condition.holds(entity.partitionKey());
      case "RowKey" -> entity -> condition.holds(entity.rowKey());
      case "Timestamp" -> CompiledCondition.NEVER;
      default -> {
        var name = names.indexOf(property);
        yield entity -> {
          var text = entity.text(name);
          return text != null && condition.holds(text);
        };
      }
    };
  }

  private CompiledCondition[] compiled(List<Filter> operands) {
    return operands.stream()
        .map(operand -> operand.dispatch(this))
        .toArray(CompiledCondition[]::new);
  }
}
