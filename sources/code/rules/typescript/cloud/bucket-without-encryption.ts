import * as s3 from "aws-cdk-lib/aws-s3";
import { Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";

export function buckets(stack: any, key: any) {
  // ruleid: typescript/cloud/bucket-without-encryption
  new s3.Bucket(stack, "a");
  // ruleid: typescript/cloud/bucket-without-encryption
  new s3.Bucket(stack, "b", { encryption: s3.BucketEncryption.UNENCRYPTED });
  // ruleid: typescript/cloud/bucket-without-encryption
  const one = new Bucket(stack, "c");

  // ok: typescript/cloud/bucket-without-encryption
  new s3.Bucket(stack, "d", { encryption: s3.BucketEncryption.KMS_MANAGED });
  // ok: typescript/cloud/bucket-without-encryption
  new Bucket(stack, "e", { encryption: BucketEncryption.S3_MANAGED });
  // ok: typescript/cloud/bucket-without-encryption
  const two = new s3.Bucket(stack, "f", { encryptionKey: key });
  return [one, two];
}
