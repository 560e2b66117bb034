import * as ec2 from "aws-cdk-lib/aws-ec2";
import * as iam from "aws-cdk-lib/aws-iam";
import * as s3 from "aws-cdk-lib/aws-s3";

export function open(stack: any, bucket: any, group: any) {
  // ruleid: typescript/cloud/open-to-the-world
  new s3.Bucket(stack, "a", { publicReadAccess: true });
  // ruleid: typescript/cloud/open-to-the-world
  bucket.grantPublicAccess();
  // ruleid: typescript/cloud/open-to-the-world
  group.addIngressRule(ec2.Peer.anyIpv4(), ec2.Port.tcp(22));
  const all = "*";
  // ruleid: typescript/cloud/open-to-the-world
  new iam.PolicyStatement({ actions: [all], resources: [all] });

  // ok: typescript/cloud/open-to-the-world
  new s3.Bucket(stack, "b", { publicReadAccess: false });
  // ok: typescript/cloud/open-to-the-world
  group.addIngressRule(ec2.Peer.anyIpv4(), ec2.Port.tcp(443));
  // ok: typescript/cloud/open-to-the-world
  new iam.PolicyStatement({ actions: ["s3:GetObject"], resources: ["*"] });
}
