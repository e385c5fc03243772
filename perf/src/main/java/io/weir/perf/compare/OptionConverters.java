package io.weir.perf.compare;

import io.weir.perf.target.TargetKind;
import io.weir.perf.workload.InvalidFile;
import io.weir.perf.workload.Workload;
import io.weir.perf.workload.Workloads;
import java.io.IOException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converters of names on the command line; an unknown name is a usage error. */
final class OptionConverters {

  private OptionConverters() {}

  /** Converts the name of a target. */
  static final class TargetName implements ITypeConverter<TargetKind> {

    @Override
    public TargetKind convert(String name) {
      try {
        return TargetKind.titled(name);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** Converts the name of a workload of the program. */
  static final class WorkloadName implements ITypeConverter<Workload> {

    @Override
    public Workload convert(String name) throws IOException {
      try {
        return Workloads.named(name);
      } catch (InvalidFile e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
