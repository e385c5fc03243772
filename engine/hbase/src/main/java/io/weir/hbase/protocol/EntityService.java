package io.weir.hbase.protocol;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;

/**
 * The calls that a region server answers for a region. Each takes and returns one sequence of
 * bytes: the binary form of a message.
 *
 * <p>HBase names coprocessor calls by descriptors of Protocol Buffers. deliberate: the descriptors
 * are made here, because one field of bytes does not justify a code generator of 2013 in the build.
 * Any thread.
 */
public final class EntityService {

  /** The calls. Their names are those of the methods. */
  public enum Call {
    WRITE,
    READ,
    REMOVE,
    FENCE;

    /** Returns the call of a method of this service. */
    public static Call of(MethodDescriptor method) {
      return valueOf(method.getName());
    }

    /** Returns the method that names this call. */
    public MethodDescriptor method() {
      return SERVICE.findMethodByName(name());
    }
  }

  private static final String PAYLOAD_NAME = "Payload";
  private static final FileDescriptor FILE = file();
  private static final Descriptor PAYLOAD = FILE.findMessageTypeByName(PAYLOAD_NAME);
  private static final FieldDescriptor BYTES = PAYLOAD.findFieldByNumber(1);
  private static final ServiceDescriptor SERVICE = FILE.getServices().get(0);

  private EntityService() {}

  public static ServiceDescriptor descriptor() {
    return SERVICE;
  }

  /** Returns an empty message of the type that all calls take and return. */
  public static Message prototype() {
    return DynamicMessage.getDefaultInstance(PAYLOAD);
  }

  /** Wraps the binary form of a message. */
  public static Message wrap(byte[] form) {
    return DynamicMessage.newBuilder(PAYLOAD)
        .setField(BYTES, ByteString.copyFrom(form))
        .build();
  }

  /** Returns the binary form in a message that {@link #wrap} made. */
  public static byte[] unwrap(Message message) {
    return ((ByteString) message.getField(BYTES)).toByteArray();
  }

  private static FileDescriptor file() {
    var payload = DescriptorProto.newBuilder()
        .setName(PAYLOAD_NAME)
        .addField(FieldDescriptorProto.newBuilder()
            .setName("bytes")
            .setNumber(1)
            .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
            .setType(FieldDescriptorProto.Type.TYPE_BYTES));
    var service = ServiceDescriptorProto.newBuilder().setName("Entities1");
    for (var call : Call.values()) {
      service.addMethod(MethodDescriptorProto.newBuilder()
          .setName(call.name())
          .setInputType(PAYLOAD_NAME)
          .setOutputType(PAYLOAD_NAME));
    }
    var file = FileDescriptorProto.newBuilder()
        .setName("weir.proto")
        .setPackage("io.weir.hbase")
        .addMessageType(payload)
        .addService(service)
        .build();
    try {
      return FileDescriptor.buildFrom(file, new FileDescriptor[0]);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException("The descriptors are made by constants.", e);
    }
  }
}
